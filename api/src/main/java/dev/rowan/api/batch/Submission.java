package dev.rowan.api.batch;

import java.nio.file.Path;

/// A batch to submit: its name, which is the prefix of every custom id in it, the tag by which it is found again,
/// and its requests, one per line. `earlier` is the number of batches that were created for it before and are not used:
/// with the same number, a service may take a second creation for a repetition of the first.
public record Submission(String id, String tag, Path requests, int count, long bytes, int earlier) {

    public Submission(String id, String tag, Path requests, int count, long bytes) {
        this(id, tag, requests, count, bytes, 0);
    }
}
