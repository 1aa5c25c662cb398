package dev.rowan.engine.quota;

import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.LimitUnit;
import dev.rowan.engine.throttle.RateEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Reports, quotas and estimates as short texts: numbers separated by spaces, the slots of a report by semicolons.
final class QuotaCodec {
    private static final String NONE = "-";

    private QuotaCodec() {}

    static String text(QuotaReport report) {
        String head = join(
                report.number(),
                report.at(),
                report.quota(),
                report.backlog(),
                orNone(report.declared().requestsPerMinute()),
                orNone(report.declared().tokensPerMinute()));
        return head + ";" + report.slots().stream().map(QuotaCodec::text).collect(Collectors.joining(";"));
    }

    private static String text(DispatchSlot slot) {
        return join(
                slot.slot(),
                slot.quota(),
                slot.dispatched(),
                slot.tokens(),
                slot.succeeded(),
                slot.refused(),
                slot.refusedTokens(),
                slot.failed(),
                slot.retryAfterMillis(),
                slot.budgetWaitMillis());
    }

    static QuotaReport report(String text) {
        String[] parts = text.split(";");
        var head = new Numbers(parts[0]);
        long number = head.next();
        long at = head.next();
        long quota = head.next();
        int backlog = (int) head.next();
        var declared = new DeclaredLimits(head.optional(), head.optional());
        List<DispatchSlot> slots = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            slots.add(slot(new Numbers(parts[i])));
        }
        return new QuotaReport(number, at, quota, backlog, declared, slots);
    }

    private static DispatchSlot slot(Numbers next) {
        return new DispatchSlot(
                next.next(),
                next.next(),
                (int) next.next(),
                next.next(),
                (int) next.next(),
                (int) next.next(),
                next.next(),
                (int) next.next(),
                next.next(),
                next.next());
    }

    static String text(Quota quota) {
        return join(
                quota.number(),
                quota.answers(),
                quota.perSecond(),
                quota.unit(),
                quota.inFlight().isPresent() ? quota.inFlight().getAsInt() : NONE,
                quota.probe(),
                quota.heldMillis(),
                quota.pauseNanos(),
                quota.members(),
                quota.share());
    }

    static Quota quota(String text) {
        var next = new Numbers(text);
        return new Quota(
                next.next(),
                next.next(),
                next.decimal(),
                next.unit(),
                next.optional().map(bound -> OptionalInt.of(bound.intValue())).orElse(OptionalInt.empty()),
                next.next(),
                next.next(),
                next.next(),
                (int) next.next(),
                next.decimal());
    }

    static String text(RateEstimate estimate) {
        return join(estimate.perSecond(), estimate.unit());
    }

    static RateEstimate estimate(String text) {
        var next = new Numbers(text);
        return new RateEstimate(next.decimal(), next.unit());
    }

    private static String join(Object... values) {
        return List.of(values).stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static Object orNone(Optional<Long> value) {
        return value.isPresent() ? value.get() : NONE;
    }

    /// Reads a text from left to right.
    private static final class Numbers {
        private final String[] words;
        private int index;

        Numbers(String text) {
            this.words = text.split(" ");
        }

        long next() {
            return Long.parseLong(words[index++]);
        }

        double decimal() {
            return Double.parseDouble(words[index++]);
        }

        LimitUnit unit() {
            return LimitUnit.valueOf(words[index++]);
        }

        Optional<Long> optional() {
            String word = words[index++];
            return word.equals(NONE) ? Optional.empty() : Optional.of(Long.valueOf(word));
        }
    }
}
