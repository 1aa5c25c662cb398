package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.landscape.CallQueries.RecordedAnswer;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.record.LogEntry.CitedAnswer;
import java.util.Optional;

/// The part of one call in sharing its answer with equal ones. Used by one thread at a time.
final class CallSharing {
    private final TokenCalls token;
    private final NodeCalls node;
    private final Call call;
    private final CallRecord record;
    private final SharedAnswers answers;
    private boolean follows;
    private boolean leads;

    CallSharing(TokenCalls token, Call call, CallRecord record, SharedAnswers answers) {
        this.token = token;
        this.node = token.node();
        this.call = call;
        this.record = record;
        this.answers = answers;
    }

    /// The answer of an equal call, then recorded as taken at no cost; empty if the call is sent, or [#follows].
    Optional<CallResult> claim() {
        return switch (answers.claim(record.key(), this::isAccountKnown)) {
            case SharedAnswers.Claim.Leads _ -> {
                leads = true;
                follows = false;
                yield Optional.empty();
            }
            case SharedAnswers.Claim.Follows _ -> {
                follows = true;
                yield Optional.empty();
            }
            case SharedAnswers.Claim.Lost _ -> {
                record.lost(new CallResult.NoReply(
                        RecordedCall.lost("the replies to other calls with the same request were lost"),
                        record.attempts()));
                yield record.end();
            }
            case SharedAnswers.Claim.Answered(var cited) -> {
                follows = false;
                Optional<CallResult> taken = take(cited);
                if (taken.isEmpty()) {
                    answers.deleted(cited);
                }
                yield taken.isPresent() ? taken : claim();
            }
        };
    }

    /// Whether the answer of another call, which has not come yet, is waited for.
    boolean follows() {
        return follows;
    }

    /// The call has ended; one that does not lead changes nothing.
    void ended(CallResult result) {
        leads = false;
        SharedAnswers.End end = record.isLost() ? SharedAnswers.End.LOST : SharedAnswers.End.FAILED;
        answers.ended(record.key(), isAnswer(result) ? SharedAnswers.End.ANSWERED : end);
    }

    /// Whether the result serves equal calls too: an answer, valid or not. An error with a success status is none.
    private static boolean isAnswer(CallResult result) {
        return result instanceof CallResult.Answered(var _, var receipt, var _)
                && switch (receipt.disposition()) {
                    case ANSWERED, UNREADABLE -> true;
                    case CAPACITY, RETRYABLE, DEAD_KEY, NO_CREDIT, INVALID -> false;
                };
    }

    /// The call was given up.
    void abandon() {
        if (leads) {
            leads = false;
            answers.ended(record.key(), SharedAnswers.End.ABANDONED);
        }
    }

    /// Empty if the answer was deleted.
    private Optional<CallResult> take(CallKey key) {
        CallContext context = node.context();
        var cited = new Citation(context.runId(), key);
        Optional<RecordedAnswer> answer = node.sharedStore().of(cited);
        if (answer.isEmpty()
                || !(SendResult.of(answer.get().reply(), call, context.time())
                        instanceof SendResult.Answered(var reply, var receipt, var _))) {
            return Optional.empty();
        }
        token.recorded(context.ledger()
                .reuse(new LogEntry.CallReused(
                        record.key(),
                        context.time().instant(),
                        cited,
                        node.account(call.request()),
                        new CitedAnswer(
                                true,
                                Optional.of(answer.get().at()),
                                answer.get().cost()))));
        context.statistics().shared(answer.get().cost());
        var answered = new CallResult.Answered(reply, receipt, record.attempts());
        record.ended(answered, cited);
        return Optional.of(answered);
    }

    private boolean isAccountKnown() {
        return node.account(call.request())
                .map(node.context().earlierAccounts()::contains)
                .orElse(true);
    }
}
