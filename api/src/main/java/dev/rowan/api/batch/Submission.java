package dev.rowan.api.batch;

import java.nio.file.Path;

/// A batch that is to be submitted: its own name, which begins every custom id in it, the tag by which it is
/// found again, and its requests, one line each.
public record Submission(String id, String tag, Path requests, int count, long bytes) {}
