package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The safety check of one row, text by text; the first text that does not pass ends it. Owned by the thread that
/// checks the row.
final class RowCheck<V> {
    private final SafetyCheck<V> check;
    private final Deque<TextCalls> left;
    private @Nullable CheckResult end;

    /// The calls for one text, at least one: an unchecked text is not clean.
    record TextCalls(CheckedText text, List<Call> calls) {
        TextCalls {
            calls = List.copyOf(calls);
            if (calls.isEmpty()) {
                throw new IllegalArgumentException(text.where() + " would pass without a check");
            }
        }
    }

    private RowCheck(SafetyCheck<V> check, List<TextCalls> texts, @Nullable CheckResult end) {
        this.check = check;
        this.left = new ArrayDeque<>(texts);
        this.end = end;
    }

    /// A row with texts to check, at least one.
    static <V> RowCheck<V> of(SafetyCheck<V> check, List<TextCalls> texts) {
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("a row without texts to check does not pass");
        }
        return new RowCheck<>(check, texts, null);
    }

    /// A row that ends before any call.
    static <V> RowCheck<V> ended(SafetyCheck<V> check, CheckResult end) {
        return new RowCheck<>(check, List.of(), end);
    }

    /// The result; empty while there are calls to make.
    Optional<CheckResult> end() {
        return Optional.ofNullable(end);
    }

    /// The calls for the next text.
    List<Call> next() {
        return end == null ? left.getFirst().calls() : List.of();
    }

    /// The calls for all remaining texts.
    List<Call> all() {
        return left.stream().flatMap(text -> text.calls().stream()).toList();
    }

    /// Accepts the results of [#next], in order.
    void take(List<CallResult> results) {
        CheckedText text = left.removeFirst().text();
        try {
            end = results.stream()
                    .flatMap(result -> evaluate(text, result).stream())
                    .findFirst()
                    .orElse(left.isEmpty() ? new CheckResult.Clean() : null);
        } catch (RuntimeException defect) {
            end = new CheckResult.Broken(defect);
        }
    }

    /// The result for the row; empty if this part of the text is clean.
    private Optional<CheckResult> evaluate(CheckedText text, CallResult result) {
        return switch (result) {
            case CallResult.Answered(var reply, var _, var _) -> evaluate(text, check.reply(reply));
            case CallResult.Rejected _, CallResult.RateLimited _, CallResult.NoReply _ ->
                Optional.of(CheckResult.failed(result.failure().orElseThrow()));
        };
    }

    private Optional<CheckResult> evaluate(CheckedText text, SafetyReply<V> reply) {
        return switch (reply) {
            case SafetyReply.Verdict<V>(var verdict) ->
                check.violation(text, verdict).map(reason -> CheckResult.blocked(reason.with("retryable", false)));
            case SafetyReply.Malformed<V>(var why) -> Optional.of(malformed(text, why));
            case SafetyReply.Rejected<V>(var rejection) ->
                Optional.of(malformed(text, "the status is " + rejection.status() + ", not 200"));
        };
    }

    private static CheckResult malformed(CheckedText text, String why) {
        return CheckResult.failed(text.placed(Reason.of(
                        "malformed_response", "the reply about " + text.where() + " cannot be trusted: " + why))
                .with("why", why)
                .with("retryable", false));
    }
}
