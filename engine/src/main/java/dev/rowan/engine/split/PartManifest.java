package dev.rowan.engine.split;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.json.JsonException;
import dev.rowan.json.JsonObject;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.record.SplitPart;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// The parts of an output that are not joined, by split.
record PartManifest(SortedMap<Integer, SplitPart> parts) {

    /// The mark of the whole: its hash covers the hashes of the parts, in the order of their splits.
    Sink.Mark mark(String state) {
        MessageDigest all = Sha256.create();
        long rows = 0;
        long bytes = 0;
        for (SplitPart part : parts.values()) {
            all.update((part.sha256() + "\n").getBytes(StandardCharsets.US_ASCII));
            rows += part.rows();
            bytes += part.bytes();
        }
        return new Sink.Mark(rows, 0, bytes, Sha256.hex(all), Optional.of(state));
    }

    /// The parts of the output `name` that a file lists.
    static List<String> files(byte[] json, String name) throws PluginException {
        var files = new ArrayList<String>();
        try {
            if (RowJson.readValue(json) instanceof Map<?, ?> all && all.get("parts") instanceof List<?> parts) {
                for (Object part : parts) {
                    if (part instanceof Map<?, ?> facts
                            && facts.get("split") instanceof Number split
                            && PartNames.listed(name, split.intValue()).equals(facts.get("file"))) {
                        files.add(PartNames.listed(name, split.intValue()));
                    }
                }
            }
        } catch (JsonException e) {
            throw new PluginException("the manifest of the existing output cannot be read; delete it", e);
        }
        return files;
    }

    /// The file that lists them.
    byte[] json(String runId, String sink, SplitPlan plan) {
        var listed = new ArrayList<JsonObject>();
        parts.forEach((split, part) -> listed.add(JsonObject.object()
                .put("sink", sink)
                .put("split", split)
                .put("file", part.file())
                .put("first_row", plan.splits().get(split).range().firstRow())
                .put("rows", part.rows())
                .put("bytes", part.bytes())
                .put("sha256", part.sha256())));
        Sink.Mark all = mark("");
        String text = JsonObject.object()
                .put("run", runId)
                .put("sink", sink)
                .put("rows", all.rows())
                .put("bytes", all.end())
                .put("parts", listed)
                .line();
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
