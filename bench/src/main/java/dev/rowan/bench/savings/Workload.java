package dev.rowan.bench.savings;

import java.util.List;
import java.util.SplittableRandom;

/// Rows of one shape: `prefix` static tokens, `row` tokens of which `equal` percent of the rows share theirs with
/// another, for a model with these prices: of input and output per million tokens, and of cache writes and reads as
/// shares of input.
record Workload(String model, int prefix, int row, int rows, int equal, Prices prices) {
    private static final int CHARACTERS = 4;

    /// Prices by the rules of the simulator. A cache that charges nothing for writes needs no marks.
    record Prices(double input, double output, double write, double read, int minimum) {}

    private static final Prices CLAUDE = new Prices(3, 15, 1.25, 0.1, 1_024);
    private static final Prices EXPLICIT = new Prices(2.5, 10, 1.25, 0.1, 1_024);
    private static final Prices OLDER = new Prices(2.5, 10, 1, 0.5, 1_024);
    private static final Prices FLASH = new Prices(0.3, 2.5, 1, 0.1, 1_024);

    static List<Workload> all(double scale) {
        return List.of(
                of("anthropic/claude-sonnet-5", 0, 200, 100, 0, CLAUDE, 1),
                of("anthropic/claude-sonnet-5", 3_000, 200, 10_000, 0, CLAUDE, scale),
                of("anthropic/claude-sonnet-5", 8_000, 400, 5_000, 30, CLAUDE, scale),
                of("anthropic/claude-sonnet-5", 900, 200, 10_000, 0, CLAUDE, scale),
                of("openai/gpt-5.6-terra", 0, 2_000, 5_000, 0, EXPLICIT, scale),
                of("openai/gpt-5.6-terra", 1_400, 220, 100_000, 10, EXPLICIT, scale / 4),
                of("openai/gpt-5.6-terra", 6_000, 100, 1_000, 60, EXPLICIT, scale),
                of("openai/gpt-4o", 2_000, 200, 10_000, 0, OLDER, scale),
                of("openai/gpt-4o", 500, 300, 1_000, 60, OLDER, scale),
                of("gemini/gemini-2.5-flash", 4_000, 300, 5_000, 0, FLASH, scale),
                of("gemini/gemini-2.5-flash", 100, 200, 100, 0, FLASH, 1),
                of("azure/gpt-6-luna", 3_000, 300, 2_000, 20, EXPLICIT, scale));
    }

    private static Workload of(String model, int prefix, int row, int rows, int equal, Prices prices, double scale) {
        return new Workload(model, prefix, row, (int) Math.max(100, rows * scale), equal, prices);
    }

    String system() {
        return prefix == 0 ? "Be brief." : "Answer with a word. ".repeat(prefix * CHARACTERS / 20);
    }

    String text(int index) {
        var random = new SplittableRandom(index);
        int number = random.nextInt(100) < equal ? 0 : index;
        return number + " " + "x ".repeat(row * CHARACTERS / 2);
    }
}
