package dev.rowan.providers.openai;

import dev.rowan.api.call.Attachment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The content of a message with images and files, as data URLs.
final class MediaParts {
    private MediaParts() {}

    /// For chat completions.
    static List<Map<String, Object>> chat(String text, List<Attachment> attachments) {
        var parts = new ArrayList<Map<String, Object>>();
        for (Attachment attachment : attachments) {
            parts.add(
                    isImage(attachment)
                            ? part("image_url", "image_url", part("url", dataUrl(attachment)))
                            : part("file", "file", file(attachment)));
        }
        parts.add(part("text", "text", text));
        return parts;
    }

    /// For responses.
    static List<Map<String, Object>> response(String text, List<Attachment> attachments) {
        var parts = new ArrayList<Map<String, Object>>();
        for (Attachment attachment : attachments) {
            if (isImage(attachment)) {
                parts.add(part("input_image", "image_url", dataUrl(attachment)));
            } else {
                var part = new LinkedHashMap<String, Object>();
                part.put("type", "input_file");
                part.putAll(file(attachment));
                parts.add(part);
            }
        }
        parts.add(part("input_text", "text", text));
        return parts;
    }

    private static boolean isImage(Attachment attachment) {
        return attachment.mediaType().startsWith("image/");
    }

    private static String dataUrl(Attachment attachment) {
        return "data:" + attachment.mediaType() + ";base64," + attachment.placeholder();
    }

    /// The name is the same for every row, so that it says nothing about the file.
    private static Map<String, Object> file(Attachment attachment) {
        var file = new LinkedHashMap<String, Object>();
        file.put("filename", "document.pdf");
        file.put("file_data", dataUrl(attachment));
        return file;
    }

    private static Map<String, Object> part(String type, String key, Object value) {
        var part = new LinkedHashMap<String, Object>();
        part.put("type", type);
        part.put(key, value);
        return part;
    }

    private static Map<String, Object> part(String key, Object value) {
        return Map.of(key, value);
    }
}
