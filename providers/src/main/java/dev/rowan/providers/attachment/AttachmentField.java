package dev.rowan.providers.attachment;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.Payload;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.file.Base64Content;
import dev.rowan.api.file.RootFolder;
import dev.rowan.api.file.RootFolder.Content;
import dev.rowan.api.text.FieldReasons;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A field of rows that holds an attachment: in base64, or with `root` the path of a file below that folder. With
/// `optional` a row may lack it.
public record AttachmentField(String field, Optional<RootFolder> root, boolean optional) {
    private static final Option<String> FIELD = Option.text("field").describedAs("the field");
    private static final Option<String> ROOT = Option.text("root")
            .optional()
            .describedAs("the folder of the files that rows may name; without it the field holds base64");
    private static final Option<Boolean> OPTIONAL =
            Option.bool("optional").orElse(false).describedAs("whether a row may lack the field, or have null in it");

    public static final Option<List<Section>> ATTACHMENTS = Option.sections(
                    "attachments",
                    Options.of(FIELD, ROOT, OPTIONAL),
                    "a list of mappings with field, and root, optional where wanted",
                    Map.of(
                            "type",
                            "array",
                            "minItems",
                            1,
                            "items",
                            Map.of(
                                    "type",
                                    "object",
                                    "additionalProperties",
                                    false,
                                    "required",
                                    List.of("field"),
                                    "properties",
                                    Map.of(
                                            "field",
                                            Map.of("type", "string"),
                                            "root",
                                            Map.of("type", "string"),
                                            "optional",
                                            Map.of("type", "boolean")))))
            .optional()
            .describedAs("fields with images (PNG, JPEG, GIF, WebP) or PDF documents to send with each prompt: base64,"
                    + " or with 'root' the path of a file below that folder");

    public static List<AttachmentField> read(Section options) {
        return options.find(ATTACHMENTS).orElse(List.of()).stream()
                .map(section -> new AttachmentField(
                        section.get(FIELD),
                        section.find(ROOT).map(_ -> new RootFolder(section.path(ROOT))),
                        section.get(OPTIONAL)))
                .toList();
    }

    /// The attachment of a row, or why it has none.
    public sealed interface Found {
        record One(Attachment attachment) implements Found {}

        record Absent() implements Found {}

        record Fails(Reason reason) implements Found {}
    }

    /// The attachment of `row`, which has at most `maxBytes`.
    public Found of(Row row, long maxBytes) {
        Object value = row.get(field);
        if (value == null && optional) {
            return new Found.Absent();
        }
        if (!row.has(field)) {
            return new Found.Fails(FieldReasons.missing(field));
        }
        if (!(value instanceof String text)) {
            return new Found.Fails(FieldReasons.notText(field, value));
        }
        return switch (root.map(folder -> folder.read(text, maxBytes))
                .orElseGet(() -> Base64Content.of(field, text, maxBytes))) {
            case Content.None(Reason reason) -> new Found.Fails(reason);
            case Content.Bytes(Payload payload) ->
                attachment(payload.bytes(), root.isPresent() ? text : "field " + field);
        };
    }

    private Found attachment(byte[] bytes, String reference) {
        return MediaKind.of(bytes)
                .<Found>map(kind -> new Found.One(Attachment.of(kind.mediaType(), reference, bytes)))
                .orElseGet(() -> new Found.Fails(Reason.of(
                                "unknown_media_type",
                                "field '" + field
                                        + "' must hold PNG, JPEG, GIF, WebP or PDF, and the content begins like none")
                        .with("field", field)));
    }
}
