package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.landscape.resume.PendingRow.Unknown;

/// What is done after an attempt of which nobody knows whether it was carried out and paid for.
///
/// It speaks of calls that cost something when repeated; a call that is safe to repeat follows the retry policy alone.
public sealed interface DeliveryPolicy {

    /// Sends the call again, at most `maxUnknownResends` times for replies that the service lost while it was up, and
    /// however often our own process was killed or stopped; then the row ends as indeterminate.
    record AtLeastOnce(int maxUnknownResends) implements DeliveryPolicy {}

    /// Never sends the call again; the row ends as indeterminate.
    record AtMostOnce() implements DeliveryPolicy {}

    /// As without a word in the settings.
    static DeliveryPolicy usual() {
        return new AtLeastOnce(1);
    }

    /// The words of the settings.
    enum Word {
        AT_LEAST_ONCE,
        AT_MOST_ONCE
    }

    Option<Word> DELIVERY = Option.choice("delivery", Word.class)
            .orElse(Word.AT_LEAST_ONCE)
            .describedAs("what to do when a reply is lost: at_least_once sends again and may pay twice; at_most_once"
                    + " never does, and the row ends as indeterminate");
    Option<Long> MAX_UNKNOWN_RESENDS = Option.integer("max_unknown_resends", 0, 10)
            .orElse(1L)
            .describedAs(
                    "how often a call is sent again after the service lost the reply, with at_least_once; kills and"
                            + " stops of our own process and resets while the service is down do not count");

    Options OPTIONS = Options.of(DELIVERY, MAX_UNKNOWN_RESENDS);

    /// What a transform has whose calls are all safe to repeat: neither key, and a word why.
    Options NO_CHOICE = Options.of()
            .rejecting(DELIVERY.name(), "calls of this plugin are always safe to send again; leave the key out")
            .rejecting(
                    MAX_UNKNOWN_RESENDS.name(),
                    "calls of this plugin are always safe to send again; 'retry' says how often");

    static DeliveryPolicy from(Section section) {
        return switch (section.get(DELIVERY)) {
            case AT_LEAST_ONCE ->
                new AtLeastOnce(section.get(MAX_UNKNOWN_RESENDS).intValue());
            case AT_MOST_ONCE -> {
                if (section.node() instanceof ConfigNode.Mapping mapping
                        && mapping.entries().containsKey(MAX_UNKNOWN_RESENDS.name())) {
                    section.problem(
                            MAX_UNKNOWN_RESENDS,
                            "must be left out with delivery: at_most_once, which never sends again");
                }
                yield new AtMostOnce();
            }
        };
    }

    /// Whether a call may be sent again after these of its attempts are unknown.
    default boolean allowsAnother(Unknown unknown) {
        return switch (this) {
            case AtLeastOnce(int most) -> unknown.byService() <= most;
            case AtMostOnce _ -> unknown.all() == 0;
        };
    }
}
