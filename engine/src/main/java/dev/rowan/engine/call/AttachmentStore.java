package dev.rowan.engine.call;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// The attachments of a run's requests, each once: files named by their SHA-256. Safe for use by several threads.
public record AttachmentStore(Path folder) {

    /// The store among the files of a run.
    public static AttachmentStore in(Path artifacts) {
        return new AttachmentStore(artifacts.resolve("attachments"));
    }

    /// Keeps the contents durably; those that are there already are not written again.
    public void keep(List<Attachment> attachments) throws IOException {
        for (Attachment attachment : attachments) {
            Path file = folder.resolve(attachment.sha256());
            if (!Files.exists(file)) {
                Files.createDirectories(folder);
                Path part = Files.createTempFile(folder, attachment.sha256(), ".part");
                try (FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
                    var bytes = ByteBuffer.wrap(attachment.content().bytes());
                    while (bytes.hasRemaining()) {
                        out.write(bytes);
                    }
                    out.force(true);
                }
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /// The body of a recorded request as it is sent.
    public byte[] body(Payload request) throws IOException {
        HttpMessage.Parts parts = HttpMessage.read(request.bytes());
        var contents = new HashMap<String, byte[]>();
        for (String sha256 : Attachment.hashes(parts.headers())) {
            contents.put(sha256, read(sha256));
        }
        byte[] body = parts.body().bytes();
        return contents.isEmpty() ? body : Attachment.expand(body, sha256 -> Optional.ofNullable(contents.get(sha256)));
    }

    private byte[] read(String sha256) throws IOException {
        Path file = folder.resolve(sha256);
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (!Payload.of(bytes).sha256().equals(sha256)) {
                throw new IOException("the attachment " + file + " was changed; restore it, or start a new run");
            }
            return bytes;
        } catch (NoSuchFileException gone) {
            throw new IOException("the attachment " + file + " is missing; restore it, or start a new run", gone);
        }
    }
}
