package dev.rowan.cli.validate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.cli.terminal.Shell;
import dev.rowan.config.PipelineSchema;
import dev.rowan.config.PipelineSchema.Entry;
import dev.rowan.engine.pipeline.PipelineShape;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.json.JsonException;
import dev.rowan.json.JsonObject;
import dev.rowan.json.RowJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `rowan schema`: prints the JSON Schema of pipeline files.
@Command(
        name = "schema",
        description = "Print the JSON Schema of pipeline files, for completion and checks in editors.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} > rowan.schema.json",
            "",
            "In VS Code with the YAML extension, and in any editor with",
            "yaml-language-server, start a pipeline file in the same directory with:",
            "  # yaml-language-server: $schema=rowan.schema.json"
        })
public final class SchemaCommand implements Runnable {
    private final Shell shell;

    @Option(names = "--json", description = "Print it on one line.")
    private boolean json;

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
                PipelineShape.NODE_ENTRIES,
                PluginCatalog.load().all());
        String text = schema.generate().strip();
        shell.out().println(json ? oneLine(text) : text);
    }

    private static String oneLine(String text) {
        try {
            return JsonObject.text(RowJson.readValue(text.getBytes(UTF_8)));
        } catch (JsonException broken) {
            throw new IllegalStateException("the schema of pipeline files is not JSON", broken);
        }
    }
}
