package dev.rowan.engine.pipeline;

import dev.rowan.api.call.Usd;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The `run` section: scheduling and limits.
public record RunSettings(
        Optional<String> name,
        Order order,
        int window,
        Optional<Long> windowMemory,
        long reorderMemory,
        Duration stopGrace,
        Optional<Duration> deadline,
        Optional<Usd> maxCost,
        Duration serviceDownTimeout,
        Duration landscapeDownTimeout,
        OptionalInt maxSameError,
        int rowParallelism,
        OptionalInt maxRowTokens,
        Optional<Path> artifacts) {

    /// The order in which rows are released.
    public enum Order {
        INPUT,
        NONE
    }

    /// The same in input order, and if `free` without limits of time and cost.
    public RunSettings inOrder(boolean free) {
        return new RunSettings(
                name,
                Order.INPUT,
                window,
                windowMemory,
                reorderMemory,
                stopGrace,
                free ? Optional.empty() : deadline,
                free ? Optional.empty() : maxCost,
                serviceDownTimeout,
                landscapeDownTimeout,
                maxSameError,
                rowParallelism,
                maxRowTokens,
                artifacts);
    }

    private static final Option<String> NAME =
            Option.text("name").optional().describedAs("run name; default: the file's directory");
    private static final Option<Order> ORDER = Option.choice("order", Order.class)
            .orElse(Order.INPUT)
            .describedAs("release rows in input order, or each as soon as it is done");
    private static final Option<Long> WINDOW =
            Option.integer("window", 1, 1_000_000).orElse(1_000L).describedAs("maximum rows in flight");
    private static final Option<Long> WINDOW_MEMORY = Option.bytes("window_memory")
            .optional()
            .describedAs("memory for rows in flight, each counted with four times its values;"
                    + " beyond it reading pauses, and a larger row runs alone; default: a quarter of the" + " heap");
    private static final Option<Long> REORDER_MEMORY = Option.bytes("reorder_memory")
            .orElse(32L << 20)
            .describedAs("memory for finished rows that wait for earlier ones; beyond it they are read back from the"
                    + " landscape");
    private static final Option<Duration> STOP_GRACE = Option.duration("stop_grace")
            .orElse(Duration.ofSeconds(60))
            .describedAs("how long a stopped run waits for rows in flight");
    private static final Option<Duration> DEADLINE =
            Option.duration("deadline").optional().describedAs("the run stops after this time");

    private static final Option<BigDecimal> MAX_COST_USD = Option.decimal(
                    "max_cost_usd", Optional.of(BigDecimal.ZERO), Optional.of(new BigDecimal("1000000")))
            .optional()
            .describedAs("cost cap in US dollars; the run stops before it could be exceeded");

    private static final Option<Duration> SERVICE_DOWN_TIMEOUT = Option.duration("service_down_timeout")
            .orElse(Duration.ofMinutes(10))
            .describedAs("how long the run waits for an unreachable service; then it stops and can be resumed");

    private static final Option<Duration> LANDSCAPE_DOWN_TIMEOUT = Option.duration("landscape_down_timeout")
            .orElse(Duration.ofMinutes(10))
            .describedAs("how long the run waits for an unreachable PostgreSQL landscape; then it stops and can be"
                    + " resumed");

    private static final long USUAL_SAME_ERRORS = 20;
    private static final String OFF = "off";
    private static final String SAME_ERROR_RULE = "a whole number from 2 to 1,000,000, or off";

    private static final Option<OptionalInt> MAX_SAME_ERROR = Option.free(
                    "max_same_error",
                    SAME_ERROR_RULE,
                    Map.of(
                            "oneOf",
                            List.of(
                                    Map.of("type", "integer", "minimum", 2, "maximum", 1_000_000),
                                    Map.of("const", OFF))),
                    RunSettings::sameError)
            .orElse(OptionalInt.of((int) USUAL_SAME_ERRORS))
            .describedAs(
                    "the run stops when a service rejects this many consecutive rows with the same permanent error, which"
                            + " then have no outcome; default: 20, off lets them fail");

    private static Option.Reading<OptionalInt> sameError(ConfigNode node) {
        return switch (node instanceof ConfigNode.Scalar scalar ? scalar.typed() : null) {
            case Long number
            when number >= 2 && number <= 1_000_000 -> new Option.Reading.Value<>(OptionalInt.of(number.intValue()));
            case String word when word.equals(OFF) -> new Option.Reading.Value<>(OptionalInt.empty());
            case null, default -> new Option.Reading.Wrong<>("must be " + SAME_ERROR_RULE);
        };
    }

    private static final Option<Long> ROW_PARALLELISM = Option.integer("row_parallelism", 1, 1_000)
            .orElse(8L)
            .describedAs("maximum tokens of a row that are processed concurrently, in a pipeline with forks or joins");
    private static final Option<Long> MAX_ROW_TOKENS = Option.integer("max_row_tokens", 1, Integer.MAX_VALUE)
            .optional()
            .describedAs("maximum tokens of a row; it fails if it would get more; default: 10,000 in a pipeline with"
                    + " forks or joins, else unlimited");

    private static final Option<String> ARTIFACTS = Option.text("artifacts")
            .optional()
            .describedAs("the directory of batch files, one subdirectory per run; default: `artifacts` next to the"
                    + " landscape file, or in the current directory");

    public static final Options OPTIONS = Options.of(
            NAME,
            ORDER,
            WINDOW,
            WINDOW_MEMORY,
            REORDER_MEMORY,
            STOP_GRACE,
            DEADLINE,
            MAX_COST_USD,
            SERVICE_DOWN_TIMEOUT,
            LANDSCAPE_DOWN_TIMEOUT,
            MAX_SAME_ERROR,
            ROW_PARALLELISM,
            MAX_ROW_TOKENS,
            ARTIFACTS);

    static RunSettings from(Section section) {
        return new RunSettings(
                section.find(NAME),
                section.get(ORDER),
                section.get(WINDOW).intValue(),
                section.find(WINDOW_MEMORY),
                section.get(REORDER_MEMORY),
                section.get(STOP_GRACE),
                section.find(DEADLINE),
                section.find(MAX_COST_USD).map(Usd::of),
                section.get(SERVICE_DOWN_TIMEOUT),
                section.get(LANDSCAPE_DOWN_TIMEOUT),
                section.get(MAX_SAME_ERROR),
                section.get(ROW_PARALLELISM).intValue(),
                section.find(MAX_ROW_TOKENS)
                        .map(tokens -> OptionalInt.of(tokens.intValue()))
                        .orElse(OptionalInt.empty()),
                section.find(ARTIFACTS).map(_ -> section.path(ARTIFACTS)));
    }
}
