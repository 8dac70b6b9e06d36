"""The agents of the papers, one file per paper. The pages in docs/papers compare them with the papers."""
