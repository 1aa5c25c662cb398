package dev.rowan.engine.call;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// The answers that a token got at a node in the run that is replayed. Immutable except for the counters of
/// `replay`.
///
/// `failure` is how its last visit there failed, if it did not pass.
record RecordedAnswers(
        Replay replay, NodeCalls node, TokenInfo token, List<PastCall> calls, Optional<PastFailure> failure) {

    RecordedAnswers {
        calls = List.copyOf(calls);
    }

    /// The recorded result of the call, or empty if it is to be sent. Without an answer the recorded failure of the
    /// visit stands; without that it is a miss.
    Optional<CallResult> to(Call call) {
        RecordedRequest message = node.context().recorded(call.request());
        List<PastCall> numbered = calls.stream()
                .filter(made -> made.key().number() == call.number())
                .toList();
        Optional<PastCall> made = numbered.stream()
                .filter(one -> one.key().requestSha256().equals(message.sha256()))
                .findFirst();
        if (made.isEmpty() && replay.isChanged() && !numbered.isEmpty() && !mayBeSent()) {
            replay.differ();
            made = Optional.of(numbered.getLast());
        }
        return made.isPresent() ? recorded(made.get(), call) : unrecorded(call, message, numbered);
    }

    /// Returns if the node may download an address whose content is not kept. Otherwise the recorded failure of the
    /// visit stands; without that it is a miss.
    void checkDownload(URI address) {
        if (!mayBeSent()) {
            failure.ifPresent(this::useFailure);
            throw new ReplayMissException("row %,d, transform '%s': the content of %s is not among the run's files"
                    .formatted(token.rowSeq(), node.name(), RowDownloads.shown(address)));
        }
    }

    /// How often the calls were sent.
    int attempts() {
        return calls.stream().mapToInt(PastCall::attempts).sum();
    }

    private boolean mayBeSent() {
        return replay.sends(node.index());
    }

    private Optional<CallResult> recorded(PastCall made, Call call) {
        Optional<CallResult> end = made.reply().flatMap(reply -> switch (SendResult.of(
                reply, call, node.context().time())) {
            case SendResult.Answered(var answer, var receipt, var _) ->
                Optional.of(new CallResult.Answered(answer, receipt, made.attempts()));
            case SendResult.Rejected rejected
            when failure.isEmpty() || !rejected.mayPass() ->
                Optional.of(new CallResult.Rejected(rejected.reply(), rejected.receipt(), made.attempts()));
            case SendResult.Rejected _, SendResult.RateLimited _, SendResult.NotSent _, SendResult.Lost _ ->
                Optional.empty();
        });
        if (end.isPresent()) {
            replay.recall();
            return end;
        }
        failure.ifPresent(this::useFailure);
        if (mayBeSent()) {
            return Optional.empty();
        }
        throw missed(
                call,
                "it was sent %d times and got no answer that is on record, and yet the row passed"
                        .formatted(made.attempts()));
    }

    private Optional<CallResult> unrecorded(Call call, RecordedRequest message, List<PastCall> instead) {
        if (mayBeSent()) {
            return Optional.empty();
        }
        if (instead.isEmpty()) {
            failure.ifPresent(this::useFailure);
            throw missed(call, "the run made no such call");
        }
        throw missed(
                call,
                "another request was recorded (SHA-256 %s) than the one it makes now (%s)"
                        .formatted(instead.getLast().key().requestSha256(), message.sha256()));
    }

    private void useFailure(PastFailure recorded) {
        replay.stand();
        throw new RecordedFailureException(recorded);
    }

    private ReplayMissException missed(Call call, String why) {
        String part = token.part() == 0 ? "" : " part " + token.part();
        return new ReplayMissException("row %,d%s, transform '%s', call %d has no recorded answer: %s"
                .formatted(token.rowSeq(), part, node.name(), call.number(), why));
    }
}
