package dev.rowan.providers.attachment;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.DownloadResult;
import dev.rowan.api.call.Payload;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.file.Base64Content;
import dev.rowan.api.file.RootFolder;
import dev.rowan.api.file.RootFolder.Content;
import dev.rowan.api.text.FieldReasons;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A field of rows that holds an attachment. With `optional` a row may lack it.
public record AttachmentField(String field, Holds holds, boolean optional) {

    /// What the field holds. A data URL is base64.
    public sealed interface Holds {
        record Base64() implements Holds {}

        record FileName(RootFolder root) implements Holds {}

        record Url() implements Holds {}
    }

    private static final Option<String> FIELD = Option.text("field").describedAs("the field");
    private static final Option<String> ROOT =
            Option.text("root").optional().describedAs("the directory of the files that rows may name");
    private static final Option<Boolean> FETCH =
            Option.bool("fetch").orElse(false).describedAs("whether to download the URLs that rows name");
    private static final Option<Boolean> OPTIONAL =
            Option.bool("optional").orElse(false).describedAs("whether the field may be missing or null");

    public static final Option<List<Section>> ATTACHMENTS = Option.sections(
                    "attachments",
                    Options.of(FIELD, ROOT, FETCH, OPTIONAL),
                    "a list of mappings with field, and root, fetch, optional where wanted",
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
                                            "fetch",
                                            Map.of("type", "boolean"),
                                            "optional",
                                            Map.of("type", "boolean")))))
            .optional()
            .describedAs("fields with images (PNG, JPEG, GIF, WebP) or PDF documents to send with each prompt: base64,"
                    + " with 'root' the path of a file below that folder, or with 'fetch: true' a URL");

    public static List<AttachmentField> read(Section options) {
        return options.find(ATTACHMENTS).orElse(List.of()).stream()
                .map(section -> new AttachmentField(section.get(FIELD), holds(section), section.get(OPTIONAL)))
                .toList();
    }

    private static Holds holds(Section section) {
        boolean named = section.find(ROOT).isPresent();
        if (named && section.get(FETCH)) {
            section.problem(FETCH, "must be absent with 'root': a field holds either URLs or paths");
        }
        return named
                ? new Holds.FileName(new RootFolder(section.path(ROOT)))
                : section.get(FETCH) ? new Holds.Url() : new Holds.Base64();
    }

    /// Why no row can have one.
    public Optional<String> problem() {
        return !optional && holds instanceof Holds.FileName(RootFolder root) ? root.problem() : Optional.empty();
    }

    /// The attachment of a row, or why it has none.
    public sealed interface Found {
        record One(Attachment attachment) implements Found {}

        record Absent() implements Found {}

        record Fails(Reason reason) implements Found {}
    }

    /// Gets the content at a URL; `X` is what it throws.
    @FunctionalInterface
    public interface UrlContent<X extends Exception> {
        Found get(AttachmentField field, URI url) throws X;
    }

    /// The attachment of `row`, which has at most `maxBytes`.
    public <X extends Exception> Found of(Row row, long maxBytes, UrlContent<X> urls) throws X {
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
        return switch (holds) {
            case Holds.FileName(RootFolder root) -> found(root.read(text, maxBytes), text);
            case Holds.Url _
            when !text.startsWith("data:") -> {
                Optional<URI> url = url(text);
                yield url.isPresent() ? urls.get(this, url.get()) : new Found.Fails(notUrl());
            }
            case Holds.Url _, Holds.Base64 _ -> found(Base64Content.of(field, text, maxBytes), "field " + field);
        };
    }

    /// An absolute http or https URL without user info; its fragment is dropped.
    private static Optional<URI> url(String text) {
        try {
            URI url = URI.create(text.strip().replaceFirst("#.*$", ""));
            boolean http = "https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme());
            return Optional.of(url).filter(_ -> http && url.getHost() != null && url.getRawUserInfo() == null);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private Reason notUrl() {
        return Reason.of("not_a_url", "field '" + field + "' must hold an https URL without user and password")
                .with("field", field);
    }

    /// The content that was downloaded from `url`.
    public Found of(URI url, DownloadResult download) {
        return switch (download) {
            case DownloadResult.Content(Payload payload) -> attachment(payload.bytes(), shown(url));
            case DownloadResult.Failed(Reason reason) -> new Found.Fails(reason.with("field", field));
        };
    }

    /// Stands for the content at `url` in a plan, which downloads nothing: of the kind that its name suggests.
    public Found planned(URI url) {
        boolean pdf = url.getRawPath().toLowerCase(Locale.ROOT).endsWith(".pdf");
        String mediaType = (pdf ? MediaKind.PDF : MediaKind.PNG).mediaType();
        return new Found.One(Attachment.of(mediaType, shown(url) + " (not downloaded)", new byte[0]));
    }

    /// Without the query, which may hold a signature.
    private static String shown(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }

    private Found found(Content content, String reference) {
        return switch (content) {
            case Content.None(Reason reason) -> new Found.Fails(reason);
            case Content.Bytes(Payload payload) -> attachment(payload.bytes(), reference);
        };
    }

    private Found attachment(byte[] bytes, String reference) {
        return MediaKind.of(bytes)
                .<Found>map(kind -> new Found.One(Attachment.of(kind.mediaType(), reference, bytes)))
                .orElseGet(() -> new Found.Fails(Reason.of(
                                "unknown_media_type",
                                "field '" + field
                                        + "' must hold PNG, JPEG, GIF, WebP or PDF, but the content is none of these")
                        .with("field", field)));
    }
}
