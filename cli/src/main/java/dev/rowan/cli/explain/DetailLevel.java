package dev.rowan.cli.explain;

/// Whether to show long values in full, the requests and replies of calls, and all branches of a row.
record DetailLevel(boolean full, boolean requests, boolean all) {}
