package dev.rowan.cli.validate;

import dev.rowan.cli.terminal.Shell;
import dev.rowan.config.PipelineSchema;
import dev.rowan.config.PipelineSchema.Entry;
import dev.rowan.engine.pipeline.PipelineShape;
import dev.rowan.engine.pipeline.PluginCatalog;
import picocli.CommandLine.Command;

/// `rowan schema`: the JSON Schema of pipeline files, for editors.
@Command(
        name = "schema",
        description = "Print the JSON Schema of pipeline files, by which editors complete and check them.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} > rowan.schema.json",
            "",
            "In VS Code with the YAML extension, and in every editor that uses",
            "yaml-language-server, begin a pipeline file beside it with:",
            "  # yaml-language-server: $schema=rowan.schema.json"
        })
public final class SchemaCommand implements Runnable {
    private final Shell shell;

    public SchemaCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        var schema = new PipelineSchema(
                PipelineShape.FILE,
                new Entry(PipelineShape.SOURCE_ENTRY, PipelineShape::common),
                new Entry(PipelineShape.TRANSFORM_ENTRY, PipelineShape::common),
                new Entry(PipelineShape.SINK_ENTRY, PipelineShape::common),
                PluginCatalog.load().all());
        shell.out().println(schema.generate().strip());
    }
}
