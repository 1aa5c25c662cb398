package dev.rowan.simulator.openai;

import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.MediaData;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;
import java.util.Set;

/// The parts of a message's content, checked as OpenAI checks them.
final class ContentParts {
    private static final Set<String> PDF = Set.of(MediaData.PDF);

    private ContentParts() {}

    static void checkChat(List<Fields> messages) throws RefusedException {
        for (int i = 0; i < messages.size(); i++) {
            List<Fields> parts = messages.get(i).objects("content");
            for (int j = 0; j < parts.size(); j++) {
                String path = "messages[" + i + "].content[" + j + "]";
                Fields part = parts.get(j);
                switch (part.text("type").orElse("")) {
                    case "text" -> require(part.text("text").isPresent(), path + ".text");
                    case "image_url" -> image(part.object("image_url").orElse(Fields.NONE), "url", path + ".image_url");
                    case "file" -> file(part.object("file").orElse(Fields.NONE), path + ".file");
                    case "input_audio", "refusal" -> {
                        // not looked at
                    }
                    default -> throw unknown(path, "'text', 'image_url', 'input_audio', 'refusal', and 'file'");
                }
            }
        }
    }

    static void checkInput(List<Fields> messages) throws RefusedException {
        for (int i = 0; i < messages.size(); i++) {
            List<Fields> parts = messages.get(i).objects("content");
            for (int j = 0; j < parts.size(); j++) {
                String path = "input[" + i + "].content[" + j + "]";
                Fields part = parts.get(j);
                switch (part.text("type").orElse("")) {
                    case "input_text", "output_text" ->
                        require(part.text("text").isPresent(), path + ".text");
                    case "input_image" -> image(part, "image_url", path);
                    case "input_file" -> file(part, path);
                    case "refusal" -> {
                        // not looked at
                    }
                    default ->
                        throw unknown(path, "'input_text', 'input_image', 'output_text', 'refusal', and 'input_file'");
                }
            }
        }
    }

    private static void image(Fields image, String key, String path) throws RefusedException {
        if (image.text("file_id").isPresent()) {
            return;
        }
        String url = image.text(key).orElse("");
        if (!url.startsWith("https://") && !url.startsWith("http://") && !MediaData.isDataUrl(url, MediaData.IMAGES)) {
            throw OpenAiRefusals.invalid(
                            path + "." + key,
                            "invalid_image_url",
                            "Invalid image. Expected a URL, or a data URL with a PNG, JPEG, GIF or WebP image in base64.")
                    .thrown();
        }
    }

    private static void file(Fields file, String path) throws RefusedException {
        if (file.text("file_id").isPresent()) {
            return;
        }
        require(file.text("filename").isPresent(), path + ".filename");
        if (!MediaData.isDataUrl(file.text("file_data").orElse(""), PDF)) {
            throw OpenAiRefusals.invalid(
                            path + ".file_data",
                            "invalid_value",
                            "Invalid file data: expected a data URL with a PDF document in base64.")
                    .thrown();
        }
    }

    private static void require(boolean holds, String path) throws RefusedException {
        if (!holds) {
            throw OpenAiRefusals.missing(path).thrown();
        }
    }

    private static RefusedException unknown(String path, String supported) {
        return OpenAiRefusals.invalid(
                        path + ".type", "invalid_value", "Invalid value. Supported values are: " + supported + ".")
                .thrown();
    }
}
