package dev.rowan.landscape.record;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The declaration of a run, recorded before its first row.
///
/// `configuration` is the text of the pipeline file without secrets; `settings` are the effective ones as values.
public record RunStart(
        String runId,
        String name,
        String rowanVersion,
        String configuration,
        Map<String, @Nullable Object> settings,
        List<String> commandLine,
        String operator,
        Optional<String> pipelineFile,
        String source,
        List<Node> nodes,
        List<SinkDeclared> sinks) {

    /// The same run with one more setting.
    public RunStart with(String setting, @Nullable Object value) {
        var more = new LinkedHashMap<>(settings);
        more.put(setting, value);
        return new RunStart(
                runId,
                name,
                rowanVersion,
                configuration,
                more,
                commandLine,
                operator,
                pipelineFile,
                source,
                nodes,
                sinks);
    }

    /// A node of the pipeline, in order. `calls` is present if it calls a service. `topology` are its kind and edges;
    /// empty if the pipeline is a chain.
    public record Node(
            int index,
            String name,
            String plugin,
            String pluginVersion,
            List<String> capabilities,
            String optionsSha256,
            Optional<Calls> calls,
            Map<String, @Nullable Object> topology) {}

    /// The limits on a node's calls: whether and how often a lost one is resent (empty if repeating is free), and
    /// how many may be open at once.
    public record Calls(Optional<String> delivery, OptionalInt maxUnknownResends, int maxInFlight) {}

    public record SinkDeclared(String name, String plugin, String pluginVersion, String target, String optionsSha256) {}
}
