"""Mutation testing: change the package in small ways and count the changes that the tests notice.

Files, in reading order:
    mutants.py       the changes
    package_copy.py  copies of the package that a test run imports instead of the installed one
    line_map.py      which tests execute which line, and how long each test takes
    trial.py         runs the tests on one mutant
    table.py         the report in docs/mutation.md
    __main__.py      the command: `python -m scripts.mutation`
"""
