package dev.rowan.testkit.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The plugin reference in `docs/` as sections with their fenced blocks, for tests of its tables and examples.
public record ReferencePage(List<Section> sections) {
    private static final List<String> PAGES = List.of(
            "plugins-reference.md",
            "plugins-formats.md",
            "plugins-parquet.md",
            "plugins-transforms.md",
            "plugins-expressions.md",
            "plugins-rows.md",
            "plugins-aggregators.md",
            "plugins-safety.md",
            "plugins-models.md",
            "plugins-models-hosted.md",
            "plugins-embeddings.md",
            "plugins-documents.md",
            "plugins-sinks.md",
            "plugins-azure.md",
            "plugins-databases.md");

    public ReferencePage {
        sections = List.copyOf(sections);
    }

    /// A `##` section; its title is the kind and name of a plugin, such as ``Source `csv` ``.
    public record Section(String title, String text) {

        /// The contents of the fenced blocks, in order.
        public List<String> blocks() {
            var blocks = new ArrayList<String>();
            Optional<StringBuilder> open = Optional.empty();
            for (String line : text.lines().toList()) {
                if (line.startsWith("```")) {
                    open.ifPresent(block -> blocks.add(block.toString()));
                    open = open.isPresent() ? Optional.empty() : Optional.of(new StringBuilder());
                } else {
                    open.ifPresent(block -> block.append(line).append('\n'));
                }
            }
            return blocks;
        }
    }

    public static ReferencePage read() throws IOException {
        var sections = new ArrayList<Section>();
        for (String page : PAGES) {
            Stream.of(Files.readString(Path.of("..", "docs", page)).split("\n## "))
                    .skip(1)
                    .map(part -> new Section(part.lines().findFirst().orElseThrow(), part))
                    .forEach(sections::add);
        }
        return new ReferencePage(sections);
    }

    public Optional<Section> section(String title) {
        return sections.stream()
                .filter(section -> section.title().equals(title))
                .findFirst();
    }
}
