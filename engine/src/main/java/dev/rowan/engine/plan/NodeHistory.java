package dev.rowan.engine.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.call.RecordedRequest;
import dev.rowan.landscape.history.CallUsage;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The recorded calls of a node to one model: what they used, and how many of them `rows` rows took.
record NodeHistory(Map<Key, CallUsage> usage, long rows, long calls, Optional<URI> simulator) {
    /// How many answers, or rows, are enough.
    static final int ENOUGH = 50;

    NodeHistory {
        usage = Map.copyOf(usage);
    }

    /// A call number, in real time or in batches, whose requests are recorded with their marks.
    record Key(int call, boolean batched) {}

    /// The better known of both modes.
    private Optional<CallUsage> of(int call) {
        Optional<CallUsage> realtime = Optional.ofNullable(usage.get(new Key(call, false)));
        Optional<CallUsage> batched = Optional.ofNullable(usage.get(new Key(call, true)));
        return realtime.filter(
                        r -> batched.isEmpty() || r.answers() >= batched.get().answers())
                .or(() -> batched)
                .filter(known -> known.answers() >= ENOUGH);
    }

    /// The expected input tokens of a call; the mean if its text is not known.
    Optional<Double> input(Call call, boolean guessed) {
        return of(call.number()).map(known -> {
            var fit = new TokenFit(known);
            return guessed ? fit.meanInput() : fit.input(length(call, known.batched()));
        });
    }

    Optional<Double> output(Call call) {
        return of(call.number()).map(known -> new TokenFit(known).meanOutput());
    }

    private int length(Call call, boolean batched) {
        return RecordedRequest.of(
                        batched ? call.form().batched(call.request()) : call.request(),
                        Redaction.of(List.of()),
                        simulator)
                .bytes()
                .size();
    }

    long answers() {
        return usage.values().stream().mapToLong(CallUsage::answers).sum();
    }

    /// The share of cached prompts that were read.
    Optional<Double> hits(boolean batched) {
        double read = 0;
        double all = 0;
        long answers = 0;
        for (Map.Entry<Key, CallUsage> known : usage.entrySet()) {
            if (known.getKey().batched() == batched) {
                read += known.getValue().cached();
                all += known.getValue().cached() + known.getValue().written();
                answers += known.getValue().answers();
            }
        }
        return answers >= ENOUGH && all > 0 ? Optional.of(read / all) : Optional.empty();
    }

    /// The share of reasoning in the output of a call; empty if it is not known, or there was none.
    Optional<Double> reasoning(Call call) {
        return of(call.number())
                .filter(known -> known.reasoning() > 0 && known.outputs() > 0)
                .map(known -> known.reasoning() / known.outputs());
    }

    /// Calls for each row of the source.
    Optional<Double> callsPerRow() {
        return rows >= ENOUGH ? Optional.of((double) calls / rows) : Optional.empty();
    }
}
