package dev.rowan.connectors.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.json.JsonException;
import dev.rowan.json.JsonObject;
import dev.rowan.json.RowJson;
import java.util.Map;

/// What a mark needs to continue an upload: its id, the number of its parts, a hash over their ETags, who writes it,
/// and the SHA-256 of its bytes so far as it is saved.
record UploadState(String upload, String writer, int parts, String etags, String sha256) {

    String text() {
        return JsonObject.object()
                .put("upload", upload)
                .put("writer", writer)
                .put("parts", (long) parts)
                .put("etags", etags)
                .put("sha256", sha256)
                .line();
    }

    static UploadState parse(String text) throws PluginException {
        try {
            if (RowJson.readValue(text.getBytes(UTF_8)) instanceof Map<?, ?> fields) {
                return new UploadState(
                        String.valueOf(fields.get("upload")),
                        String.valueOf(fields.get("writer")),
                        Integer.parseInt(String.valueOf(fields.get("parts"))),
                        String.valueOf(fields.get("etags")),
                        String.valueOf(fields.get("sha256")));
            }
        } catch (JsonException | NumberFormatException _) {
            // below
        }
        throw new PluginException("the mark of the sink is not one of an upload; was 'path' changed? start a new run");
    }
}
