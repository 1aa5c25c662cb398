package dev.rowan.simulator.limit;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.time.Duration;
import java.util.Optional;

/// The `limits` section: requests and tokens for each key, and what replies state about them.
public record LimitSettings(
        Optional<Long> requests,
        Optional<Long> tokens,
        Duration per,
        Shape shape,
        Optional<Long> burst,
        boolean headers,
        boolean retryAfter) {

    /// How use is counted.
    public enum Shape {
        /// A token bucket: refills continuously, up to one period's worth or `burst`.
        BUCKET,
        /// A fixed window: refills at the end of each period.
        WINDOW
    }

    private static final Option<Long> REQUESTS =
            Option.integer("requests", 1).optional().describedAs("requests that a key may send per period");
    private static final Option<Long> TOKENS =
            Option.integer("tokens", 1).optional().describedAs("tokens that a key may use per period");
    private static final Option<Duration> PER =
            Option.duration("per").orElse(Duration.ofMinutes(1)).describedAs("the period");
    private static final Option<Shape> SHAPE = Option.choice("shape", Shape.class)
            .orElse(Shape.BUCKET)
            .describedAs("whether allowance flows in all the time or comes back when a period ends");
    private static final Option<Long> BURST = Option.integer("burst", 1)
            .optional()
            .describedAs("requests that a full bucket holds; a period's worth when absent");
    private static final Option<Boolean> HEADERS =
            Option.bool("headers").orElse(true).describedAs("whether replies carry the provider's rate headers");
    private static final Option<Boolean> RETRY_AFTER =
            Option.bool("retry_after").orElse(true).describedAs("whether a rejection says when to come back");

    public static final Options OPTIONS = Options.of(REQUESTS, TOKENS, PER, SHAPE, BURST, HEADERS, RETRY_AFTER);

    public static final LimitSettings NONE = new LimitSettings(
            Optional.empty(), Optional.empty(), Duration.ofMinutes(1), Shape.BUCKET, Optional.empty(), true, true);

    public static LimitSettings read(Section section) {
        return new LimitSettings(
                section.find(REQUESTS),
                section.find(TOKENS),
                section.get(PER),
                section.get(SHAPE),
                section.find(BURST),
                section.get(HEADERS),
                section.get(RETRY_AFTER));
    }

    public boolean isNone() {
        return requests.isEmpty() && tokens.isEmpty();
    }

    /// The rate of requests.
    Optional<Rate> requestRate() {
        return requests.map(amount -> new Rate(amount, per, burst.orElse(amount)));
    }

    /// The rate of tokens; a burst of requests allows the same share of a period's tokens.
    Optional<Rate> tokenRate() {
        return tokens.map(amount -> new Rate(amount, per, tokenBurst(amount)));
    }

    private long tokenBurst(long amount) {
        return burst.isEmpty() || requests.isEmpty()
                ? amount
                : Math.max(1, Math.round((double) amount * burst.get() / requests.get()));
    }
}
