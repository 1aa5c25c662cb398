package dev.rowan.engine.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.call.EarlierAnswers;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Sample;
import dev.rowan.landscape.story.CallTotals;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// A run whose record is open: where it writes, where its rows come from, and what was there before.
///
/// `marks` are those of sinks that go on where an earlier process left them; the others may do with output
/// that is there what `existing` says. `calls` is what its calls came to before; `generation` is how often the
/// rows went through before in other runs. `batches` says that rows may wait for jobs of batch services, and `started`
/// is when the run began, in whichever process. `sampled` is how it went by the last sample of the process before.
/// `earlier` are the answers of the run that it continues.
record Begun(
        LandscapeRecorder recorder,
        RowFeed feed,
        Map<String, Sink.Mark> marks,
        Sink.Existing existing,
        CallTotals calls,
        int generation,
        boolean batches,
        Instant started,
        Optional<Sample> sampled,
        Optional<EarlierAnswers> earlier) {
    Begun(
            LandscapeRecorder recorder,
            RowFeed feed,
            Map<String, Sink.Mark> marks,
            Sink.Existing existing,
            CallTotals calls,
            int generation,
            boolean batches,
            Instant started,
            Optional<Sample> sampled) {
        this(recorder, feed, marks, existing, calls, generation, batches, started, sampled, Optional.empty());
    }

    Begun with(EarlierAnswers answers) {
        return new Begun(
                recorder, feed, marks, existing, calls, generation, batches, started, sampled, Optional.of(answers));
    }
}
