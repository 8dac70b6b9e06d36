"""The agents of the papers, one file a paper."""
