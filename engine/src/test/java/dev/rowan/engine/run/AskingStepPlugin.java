package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.graph.ScriptedPlugins;
import dev.rowan.testkit.graph.ScriptedTransformPlugin;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// The step of random graphs, which asks a service first and does not listen.
record AskingStepPlugin() implements TransformPlugin {
    private static final ScriptedTransformPlugin STEP = new ScriptedTransformPlugin(ScriptedPlugins.STEP);

    @Override
    public String name() {
        return STEP.name();
    }

    @Override
    public String version() {
        return STEP.version();
    }

    @Override
    public String description() {
        return STEP.description();
    }

    @Override
    public Options options() {
        return STEP.options();
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.CALLS_OUT, Capability.BATCHES);
    }

    @Override
    public Transform configure(Section section) {
        return new BatchedAsking(new Asking(new CallingTransform(), (RowTransform) STEP.configure(section)));
    }

    private record Asking(CallingTransform service, RowTransform step) implements RowTransform {
        @Override
        public void prepare(PluginSetup setup) throws IOException, InterruptedException {
            service.prepare(setup);
        }

        @Override
        public TransformResult process(Row row, PluginContext context) throws Exception {
            int question = row.without(List.of("_error")).toString().hashCode();
            TransformResult answered = service.process(Row.of("n", question), context);
            return answered instanceof TransformResult.Error ? answered : step.process(row, context);
        }
    }
}
