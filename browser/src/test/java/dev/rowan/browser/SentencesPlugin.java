package dev.rowan.browser;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.plugin.TransformPlugin;
import java.util.ArrayList;
import java.util.Set;

/// Makes a row of each sentence, so that the page has rows with parts to show.
public final class SentencesPlugin implements TransformPlugin {
    @Override
    public String name() {
        return "sentences";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Makes a row of each sentence.";
    }

    @Override
    public Options options() {
        return Options.of();
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC, Capability.CREATES_TOKENS);
    }

    @Override
    public Transform configure(Section options) {
        RowTransform sentences = (row, _) -> {
            var rows = new ArrayList<Row>();
            for (String sentence : row.text("text").orElse("").split("(?<=[.!?]) ")) {
                rows.add(row.with("text", sentence));
            }
            return rows.size() == 1 ? TransformResult.success(row) : TransformResult.successMulti(rows);
        };
        return sentences;
    }
}
