package dev.rowan.landscape.write;

import dev.rowan.json.RowJson;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.fold.RunCounts;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.Recovered;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The first entries of a resumed run: the ends of open attempts, who resumes it, and its new declaration if that
/// has changed.
record ResumeEntries(RunResume by, int epoch, List<OpenAttempts.OpenAttempt> open) {

    List<Event> events(EntryEncoder encoder, Instant now) {
        var events = new ArrayList<Event>();
        open.forEach(attempt -> events.add(encoder.encode(attempt.asUnknown(now))));
        events.add(RunEvents.resumed(by, epoch, open.size(), now)
                .with(encoder.payload(RowJson.writeValue(RunEvents.resumedValues(by)))));
        by.changed().ifPresent(run -> events.addAll(declared(RunEvents.changed(run, now), run, encoder, now)));
        return events;
    }

    /// The declaration of a run: the given event with its values, its nodes and its sinks.
    static List<Event> declared(Event what, RunStart run, EntryEncoder encoder, Instant now) {
        var events = new ArrayList<Event>();
        events.add(what.with(encoder.payload(RowJson.writeValue(RunEvents.startedValues(run)))));
        run.nodes().forEach(node -> events.add(RunEvents.node(node, now)));
        run.sinks().forEach(sink -> events.add(RunEvents.sink(sink, now)));
        return events;
    }

    /// The run's progress, by the counts after these events.
    Recovered recovered(RunCounts tally) {
        return new Recovered(
                epoch,
                tally.rowsRead(),
                tally.rowsEnded(),
                tally.outcomes(),
                tally.marks().orElse(Map.of()),
                tally.calls().totals().atMost(),
                open.size(),
                tally.calls().totals().jobs().reserved());
    }
}
