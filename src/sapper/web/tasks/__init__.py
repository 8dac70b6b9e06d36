"""Work that runs in separate processes, so that a slow request blocks no other."""
