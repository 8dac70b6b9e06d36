"""Programs that attack Sapper for as long as they are given: `python -m tests.attacks --minutes 10`.

One module is one attack. It draws cases at random and says of each case what is wrong with the answer, if
anything is. A finding is reduced and written to a file, and `tests/test_found.py` replays the files in
`tests/found`.

- `attack`: what an attack is.
- `mutation`: random changes of bytes and of JSON documents, and the reduction of a finding.
- `file_attack`: attacks on readers of files.
- `catalogue`: all attacks by name, with their shares of the time.
- `case_runner`: the process in which one attack runs.
- `__main__`: runs the attacks and prints the table.
"""
