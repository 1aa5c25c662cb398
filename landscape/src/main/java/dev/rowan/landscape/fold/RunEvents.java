package dev.rowan.landscape.fold;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The types of run events and their facts.
public final class RunEvents {
    public static final String RUN_STARTED = "run_started";
    public static final String RUN_RESUMED = "run_resumed";
    public static final String RUN_CHANGED = "run_changed";
    public static final String NODE_DECLARED = "node_declared";
    public static final String SINK_DECLARED = "sink_declared";
    public static final String SINK_SYNCED = "sink_synced";
    public static final String RUN_NOTED = "run_noted";
    public static final String RUN_ENDED = "run_ended";
    public static final String HEAD = "head";

    private RunEvents() {}

    /// The definition of the run. Its configuration, settings and command line are values, not facts.
    public static Event started(RunStart run, Instant at) {
        return event(RUN_STARTED, at, facts(run));
    }

    /// The new definition of the run: as [#started], with the same values, followed by its nodes and sinks.
    public static Event changed(RunStart run, Instant at) {
        return event(RUN_CHANGED, at, facts(run));
    }

    private static Map<String, @Nullable Object> facts(RunStart run) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("run_id", run.runId());
        facts.put("name", run.name());
        facts.put("rowan_version", run.rowanVersion());
        facts.put("operator", run.operator());
        facts.put("source", run.source());
        run.pipelineFile().ifPresent(file -> facts.put("pipeline_file", file));
        if (run.settings().get("continues") instanceof String continued) {
            facts.put("continues", continued);
        }
        return facts;
    }

    public static Map<String, @Nullable Object> startedValues(RunStart run) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        values.put("configuration", run.configuration());
        values.put("settings", run.settings());
        values.put("command_line", run.commandLine());
        return values;
    }

    /// The run was resumed under `epoch`; `unknown` open attempts of its calls were ended.
    public static Event resumed(RunResume by, int epoch, long unknown, Instant at) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("epoch", (long) epoch);
        facts.put("rowan_version", by.rowanVersion());
        facts.put("operator", by.operator());
        facts.put("unknown", unknown);
        return event(RUN_RESUMED, at, facts);
    }

    public static Map<String, @Nullable Object> resumedValues(RunResume by) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        values.put("command_line", by.commandLine());
        values.put("changes", by.changes().stream().map(RunEvents::change).toList());
        return values;
    }

    private static Map<String, @Nullable Object> change(RunResume.RunChange change) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        values.put("what", change.what());
        values.put("before", change.before());
        values.put("after", change.after());
        values.put("accepted", change.accepted());
        return values;
    }

    public static Event node(RunStart.Node node, Instant at) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("index", (long) node.index());
        facts.put("name", node.name());
        facts.put("plugin", node.plugin());
        facts.put("plugin_version", node.pluginVersion());
        facts.put("capabilities", node.capabilities());
        facts.put("options_sha256", node.optionsSha256());
        node.calls().ifPresent(calls -> {
            calls.delivery().ifPresent(word -> facts.put("delivery", word));
            calls.maxUnknownResends().ifPresent(most -> facts.put("max_unknown_resends", (long) most));
            facts.put("most_open", (long) calls.maxInFlight());
        });
        facts.putAll(node.topology());
        return event(NODE_DECLARED, at, facts);
    }

    public static Event sink(RunStart.SinkDeclared sink, Instant at) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("name", sink.name());
        facts.put("plugin", sink.plugin());
        facts.put("plugin_version", sink.pluginVersion());
        facts.put("target", sink.target());
        facts.put("options_sha256", sink.optionsSha256());
        return event(SINK_DECLARED, at, facts);
    }

    public static Event sinkSynced(LogEntry.SinkSynced synced) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("sink", synced.sink());
        facts.putAll(SinkMarks.values(synced.mark()));
        return event(SINK_SYNCED, synced.at(), facts);
    }

    /// The content of the note is its values.
    public static Event noted(String note, Instant at) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("note", note);
        return event(RUN_NOTED, at, facts);
    }

    public static Event ended(RunEnd end, Instant at) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("status", end.status().word());
        facts.put("rows_read", end.rowsRead());
        end.why().ifPresent(why -> facts.put("why", why));
        return event(RUN_ENDED, at, facts);
    }

    /// Whether the end of a run is final, so that it cannot be resumed.
    public static boolean isFinal(Event ended) {
        Object status = RecordedJson.object(String.valueOf(ended.facts()[1])).get("status");
        return RunEnd.Status.COMPLETED.word().equals(status)
                || RunEnd.Status.ABANDONED.word().equals(status);
    }

    /// The head of all events before it, with the run's counts so far and the subtrees needed to append to its
    /// tree.
    public static Event head(Head head, List<String> subtrees, RunCounts tally) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("size", head.size());
        facts.put("root", head.root());
        facts.put("last_leaf", head.lastLeaf());
        facts.put("subtrees", subtrees);
        facts.put("tally", tally.asMap());
        head.signature().ifPresent(by -> {
            facts.put("key_id", by.keyId());
            facts.put("signature", by.signature());
        });
        return event(HEAD, head.time(), facts);
    }

    private static Event event(String type, Instant at, Map<String, @Nullable Object> facts) {
        return Event.of(EventTable.RUN_EVENT, Micros.of(at), type, RecordedJson.text(facts));
    }
}
