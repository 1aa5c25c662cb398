package dev.rowan.simulator.price;

import java.util.regex.Pattern;

/// The prices of prompt caches in thousandths of the input price, and the kind of the cache. `batchRead` is the price
/// of a read in a batch.
public record CachePrices(Kind kind, long minimum, long read, long batchRead, long write, long hourWrite) {
    private static final Pattern EXPLICIT = Pattern.compile("(gpt-5\\.[6-9]|gpt-[6-9]).*");
    private static final Pattern LONG_MINIMUM = Pattern.compile("claude-haiku.*|claude-opus-4-[567].*");

    private static final Pattern BEDROCK_LONG_MINIMUM = Pattern.compile(".*claude-(haiku|opus-4-[567]).*");

    /// How a cache is controlled.
    public enum Kind {
        NONE,
        AUTOMATIC,
        BLOCKS,
        EXPLICIT
    }

    /// Those of `model` at the service that `endpoint` belongs to.
    public static CachePrices of(String endpoint, String model) {
        if (endpoint.startsWith("anthropic")) {
            long read = model.startsWith("claude-opus-5-5") ? 50 : 100;
            long minimum = LONG_MINIMUM.matcher(model).matches() ? 4_096 : 1_024;
            return new CachePrices(Kind.BLOCKS, minimum, read, read / 2, 1_250, 2_000);
        }
        if (endpoint.startsWith("vertex")) {
            CachePrices own = of(model.startsWith("claude") ? "anthropic" : "gemini", model);
            return new CachePrices(own.kind, own.minimum, own.read, own.read, own.write, own.hourWrite);
        }
        if (endpoint.startsWith("bedrock") && model.contains("anthropic.claude")) {
            long minimum = BEDROCK_LONG_MINIMUM.matcher(model).matches() ? 4_096 : 1_024;
            return new CachePrices(Kind.BLOCKS, minimum, 100, 50, 1_250, 2_000);
        }
        if (endpoint.startsWith("deepseek")) {
            return new CachePrices(Kind.AUTOMATIC, 64, 100, 50, 1_000, 1_000);
        }
        if (endpoint.startsWith("gemini")) {
            return new CachePrices(Kind.AUTOMATIC, 1_024, 100, 100, 1_000, 1_000);
        }
        if (endpoint.startsWith("openai") || endpoint.startsWith("azure")) {
            boolean explicit = EXPLICIT.matcher(model).matches();
            long read = model.startsWith("gpt-4o") || model.startsWith("o1")
                    ? 500
                    : model.startsWith("gpt-4.1") || model.startsWith("o3") || model.startsWith("o4") ? 250 : 100;
            return new CachePrices(
                    explicit ? Kind.EXPLICIT : Kind.AUTOMATIC,
                    1_024,
                    read,
                    read / 2,
                    explicit ? 1_250 : 1_000,
                    explicit ? 1_250 : 1_000);
        }
        return new CachePrices(Kind.NONE, Long.MAX_VALUE, 1_000, 500, 1_000, 1_000);
    }
}
