"""The HTTP and socket routes of the page, one file per view."""
