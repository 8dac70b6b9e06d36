"""Builds the page as static files, for any host and without a server.

In reading order:

- `__main__`: copies the page, the core and what else the site consists of into a folder.
- `facts`: what the server tells a page at its start.
- `exercises`: the exercises of the trainer with their solutions.
- `network`: the network, and the package that runs it.
- `bundle`: joins the modules and the styles of the page into few small files.
- `versions`: the version of the site, for its service worker.
"""
