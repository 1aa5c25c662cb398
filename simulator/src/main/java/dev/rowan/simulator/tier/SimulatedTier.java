package dev.rowan.simulator.tier;

/// The tier that serves a request, with its price in thousandths of the standard one.
public enum SimulatedTier {
    STANDARD("default", 1_000),
    FLEX("flex", 500),
    PRIORITY("priority", 2_000),
    BATCH("batch", 500);

    private final String word;
    private final long share;

    SimulatedTier(String word, long share) {
        this.word = word;
        this.share = share;
    }

    /// OpenAI's word.
    public String word() {
        return word;
    }

    public long share() {
        return share;
    }
}
