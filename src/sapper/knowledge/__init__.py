"""Knowledge: what can be deduced from a view, step by step."""
