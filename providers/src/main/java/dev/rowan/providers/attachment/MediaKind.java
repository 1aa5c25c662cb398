package dev.rowan.providers.attachment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/// The media types that models accept, told by how the content begins, never by a name.
public enum MediaKind {
    PNG("image/png"),
    JPEG("image/jpeg"),
    GIF("image/gif"),
    WEBP("image/webp"),
    PDF("application/pdf");

    private static final int START = 12;

    private final String mediaType;

    MediaKind(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    public boolean isImage() {
        return this != PDF;
    }

    static Optional<MediaKind> ofType(String mediaType) {
        for (MediaKind kind : values()) {
            if (kind.mediaType.equals(mediaType)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    public static Optional<MediaKind> of(byte[] content) {
        String start = new String(content, 0, Math.min(START, content.length), ISO_8859_1);
        if (start.startsWith("\u0089PNG\r\n\u001a\n")) {
            return Optional.of(PNG);
        }
        if (start.startsWith("\u00ff\u00d8\u00ff")) {
            return Optional.of(JPEG);
        }
        if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) {
            return Optional.of(GIF);
        }
        if (start.startsWith("RIFF") && start.endsWith("WEBP")) {
            return Optional.of(WEBP);
        }
        return start.startsWith("%PDF-") ? Optional.of(PDF) : Optional.empty();
    }
}
