package dev.rowan.connectors.s3;

/// The sizes of the parts of an upload: each doubles after as many parts as `every`, so that 10,000 parts, the most
/// that an upload can have, hold 500 GB. They follow from the number of the part alone, so that a resumed upload has
/// the same parts.
record PartSizes(int first, int every) {
    static final PartSizes USUAL = new PartSizes(8 * 1024 * 1024, 2_000);
    static final int MAX_PARTS = 10_000;

    private static final int DOUBLINGS = 4;

    /// The minimum size of the part after `parts` others.
    int after(int parts) {
        return first << Math.min(parts / every, DOUBLINGS);
    }
}
