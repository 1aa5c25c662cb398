package dev.rowan.engine.startup;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pipeline.RunSettings;
import dev.rowan.engine.resume.Continuation;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.AccountFingerprints;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Prepares a worker of a run that another process owns: its pipeline and secrets must be those of the run.
public final class SplitStartup {
    private SplitStartup() {}

    /// Refuses what would not reach the workers: secrets come from their environment alone.
    public static void refuseUnreachable(Pipeline pipeline, RunSetup setup) throws PluginException {
        if (!setup.redaction().text(pipeline.configuration()).equals(pipeline.configuration())) {
            throw new PluginException("the pipeline file contains a key, and workers get the file"
                    + " without it; name a variable instead, such as ${OPENAI_API_KEY}");
        }
        if (setup.simulated()) {
            throw new PluginException("the built-in simulator runs in one process; start 'rowan simulate' and use its"
                    + " URL instead of 'simulator'");
        }
    }

    /// Checks the pipeline against the record, and passes the run and the known fields to its sinks. Throws if
    /// something
    /// differs in this process.
    public static RunStart check(Pipeline pipeline, RunSetup setup, LandscapeReader reader, String runId)
            throws IOException, InterruptedException {
        RunStart declared = reader.runs().declared(runId);
        var hashes = new HashMap<String, String>();
        declared.nodes().forEach(node -> hashes.put(node.name(), node.optionsSha256()));
        for (TransformNode node : pipeline.transforms()) {
            if (!node.optionsSha256().equals(hashes.get(node.name()))) {
                throw new PluginException(
                        "transform '" + node.name() + "' has different settings or files here than in run " + runId
                                + "; every worker must see the same files and variables");
            }
        }
        if (declared.settings().get("secrets") instanceof List<?> recorded
                && !sameSecrets(recorded, RunStartRecord.secrets(runId, setup))) {
            throw new PluginException("the secrets here differ from those with which run " + runId
                    + " was started; set the same variables for every worker");
        }
        refuseOtherInput(pipeline, declared);
        boolean ordered = pipeline.run().order() == RunSettings.Order.INPUT;
        pipeline.sinks().forEach(node -> node.sink().identify(new Sink.Identity(runId, node.name(), ordered, false)));
        SourceFields.recorded(declared, Optional.empty()).announce(pipeline);
        return declared;
    }

    /// The splits are positions in the input that the owner has read.
    private static void refuseOtherInput(Pipeline pipeline, RunStart declared) throws IOException {
        try (var source = new SourceSequence(pipeline.sources())) {
            source.open();
            if (!Objects.equals(
                    declared.settings().get("source_fingerprint"),
                    source.fingerprint().orElse(null))) {
                throw new PluginException(source.describe() + " is not the input that run " + declared.runId()
                        + " was started with; every worker must see the same files");
            }
        }
    }

    private static boolean sameSecrets(List<?> recorded, List<Map<String, Object>> here) {
        return recorded.size() == here.size()
                && here.stream().allMatch(secret -> recorded.stream().anyMatch(secret::equals));
    }

    /// The opened record of a worker, with the rows of `feed`.
    public static OpenedRun opened(RunStart declared, SplitRecorder recorder, RowFeed feed, RunSetup setup) {
        return new OpenedRun(
                recorder,
                feed,
                Map.of(),
                Sink.Existing.OVERWRITE,
                false,
                RunHistory.startedAt(setup.time().instant(), Continuation.generation(declared), Optional.empty())
                        .withAccounts(AccountFingerprints.in(declared.settings())));
    }
}
