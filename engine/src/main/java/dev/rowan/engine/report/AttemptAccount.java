package dev.rowan.engine.report;

import dev.rowan.api.call.Billing;
import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.landscape.history.CallHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The tokens and the cost of an ended attempt as text, the same in `explain` and on the page.
public record AttemptAccount(CallHistory.End end) {

    /// `1,120 tokens in (1,024 cached)`, `15 out`, `$0.00125`, `flex (standard asked for)`.
    public List<String> parts() {
        var parts = new ArrayList<String>();
        Usage usage = end.usage();
        usage.input().ifPresent(in -> parts.add(Figures.counted(in, "token") + " in" + cache(usage)));
        usage.output()
                .ifPresent(out -> parts.add(Figures.count(out) + " out"
                        + usage.reasoning()
                                .filter(n -> n > 0)
                                .map(n -> " (" + Figures.count(n) + " thinking)")
                                .orElse("")));
        parts.add((end.callCost().amount().isEmpty() ? "cost " : "")
                + end.callCost().text(Figures::dollars));
        tier(end.billing()).ifPresent(parts::add);
        return parts;
    }

    private static String cache(Usage usage) {
        var words = new ArrayList<String>();
        usage.cachedInput().filter(n -> n > 0).ifPresent(n -> words.add(Figures.count(n) + " cached"));
        usage.writes().ifPresent(writes -> {
            written(words, writes, writes.fiveMinutes(), "");
            written(words, writes, writes.halfHour(), " for 30m");
            written(words, writes, writes.hour(), " for 1h");
        });
        return words.isEmpty() ? "" : " (" + String.join(", ", words) + ")";
    }

    private static void written(List<String> words, CacheWrites all, long tokens, String life) {
        if (tokens > 0) {
            words.add(Figures.count(tokens) + " written" + (all.total() == tokens && life.isEmpty() ? "" : life));
        }
    }

    /// The tier if it is not the usual one, or another than asked for.
    private static Optional<String> tier(Billing billing) {
        Optional<String> served = billing.tierServed().or(billing::tierAsked).filter(tier -> !tier.equals("standard"));
        boolean differs = billing.tierAsked().isPresent()
                && billing.tierServed().isPresent()
                && !billing.tierAsked().equals(billing.tierServed());
        return differs
                ? Optional.of(billing.tierServed().get() + " tier ("
                        + billing.tierAsked().get() + " asked for)")
                : served.map(tier -> tier + " tier");
    }
}
