package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.landscape.resume.PendingRow.Unknown;

/// What to do after an attempt whose result is unknown: it may have been executed and billed.
/// Applies to calls that cost something when repeated; idempotent calls only follow the retry policy.
public sealed interface DeliveryPolicy {

    /// Sends the call again, at most `maxUnknownResends` times for replies lost by a reachable service, and without
    /// limit after kills and stops of our own process; then the row ends as indeterminate.
    record AtLeastOnce(int maxUnknownResends) implements DeliveryPolicy {}

    /// Never sends the call again; the row ends as indeterminate.
    record AtMostOnce() implements DeliveryPolicy {}

    /// The default.
    static DeliveryPolicy usual() {
        return new AtLeastOnce(1);
    }

    /// The values in the settings.
    enum Word {
        AT_LEAST_ONCE,
        AT_MOST_ONCE
    }

    Option<Word> DELIVERY = Option.choice("delivery", Word.class)
            .orElse(Word.AT_LEAST_ONCE)
            .describedAs(
                    "what to do when a reply is lost: at_least_once sends again and may be billed twice; at_most_once"
                            + " never does, and the row ends as indeterminate");
    Option<Long> MAX_UNKNOWN_RESENDS = Option.integer("max_unknown_resends", 0, 10)
            .orElse(1L)
            .describedAs("maximum resends of a call after the service lost the reply, with at_least_once; kills and"
                    + " stops of our own process and resets while the service is down do not count");

    Options OPTIONS = Options.of(DELIVERY, MAX_UNKNOWN_RESENDS);

    /// For a transform whose calls are all idempotent: rejects both keys with an explanation.
    Options NO_CHOICE = Options.of()
            .rejecting(DELIVERY.name(), "calls of this plugin are idempotent; omit the key")
            .rejecting(MAX_UNKNOWN_RESENDS.name(), "calls of this plugin are idempotent; set 'retry' instead");

    static DeliveryPolicy from(Section section) {
        return switch (section.get(DELIVERY)) {
            case AT_LEAST_ONCE ->
                new AtLeastOnce(section.get(MAX_UNKNOWN_RESENDS).intValue());
            case AT_MOST_ONCE -> {
                if (section.node() instanceof ConfigNode.Mapping mapping
                        && mapping.entries().containsKey(MAX_UNKNOWN_RESENDS.name())) {
                    section.problem(
                            MAX_UNKNOWN_RESENDS,
                            "must be omitted with delivery: at_most_once, which never sends again");
                }
                yield new AtMostOnce();
            }
        };
    }

    /// Whether a call may be sent again after these unknown attempts.
    default boolean allowsAnother(Unknown unknown) {
        return switch (this) {
            case AtLeastOnce(int max) -> unknown.byService() <= max;
            case AtMostOnce _ -> unknown.all() == 0;
        };
    }
}
