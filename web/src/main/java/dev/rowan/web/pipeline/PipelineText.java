package dev.rowan.web.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramReader;
import java.util.List;
import java.util.Optional;

/// A pipeline as it was written: its file, the text, the settings in it if they can be read at all, and all
/// problems.
public record PipelineText(String file, String text, Optional<ConfigNode> root, List<Problem> problems) {

    public PipelineText {
        problems = List.copyOf(problems);
    }

    /// Its diagram, if any.
    public Optional<Diagram> sketch() {
        return root.map(settings -> DiagramReader.read(settings, problems, "pipeline"));
    }
}
