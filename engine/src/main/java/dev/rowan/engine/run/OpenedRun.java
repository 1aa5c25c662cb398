package dev.rowan.engine.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.call.EarlierAnswers;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.record.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A run whose record is open: where it writes, where its rows come from, and what was there before.
///
/// `marks` are those of sinks that go on where an earlier process left them; the others may do with output
/// that is there what `existing` says. `calls` is what its calls came to before; `generation` is how often the
/// rows went through before in other runs. `batches` says that rows may wait for jobs of batch services, and `started`
/// is when the run began, in whichever process. `sampled` is how it went by the last sample of the process before.
/// `earlier` are the answers of the run that it continues; `discardedJobs` those whose answers the changed pipeline
/// does
/// not use, `olderOrders` the numbers of the orders that waited for the process before.
record OpenedRun(
        LandscapeRecorder recorder,
        RowFeed feed,
        Map<String, Sink.Mark> marks,
        Sink.Existing existing,
        CallTotals calls,
        int generation,
        boolean batches,
        Instant started,
        Optional<Sample> sampled,
        Optional<EarlierAnswers> earlier,
        List<Long> discardedJobs,
        Set<Long> olderOrders) {
    OpenedRun(
            LandscapeRecorder recorder,
            RowFeed feed,
            Map<String, Sink.Mark> marks,
            Sink.Existing existing,
            CallTotals calls,
            int generation,
            boolean batches,
            Instant started,
            Optional<Sample> sampled) {
        this(
                recorder,
                feed,
                marks,
                existing,
                calls,
                generation,
                batches,
                started,
                sampled,
                Optional.empty(),
                List.of(),
                Set.of());
    }

    OpenedRun with(EarlierAnswers answers) {
        return new OpenedRun(
                recorder,
                feed,
                marks,
                existing,
                calls,
                generation,
                batches,
                started,
                sampled,
                Optional.of(answers),
                discardedJobs,
                olderOrders);
    }

    OpenedRun resuming(List<Long> discarded, Set<Long> older) {
        return new OpenedRun(
                recorder,
                feed,
                marks,
                existing,
                calls,
                generation,
                batches,
                started,
                sampled,
                earlier,
                List.copyOf(discarded),
                Set.copyOf(older));
    }
}
