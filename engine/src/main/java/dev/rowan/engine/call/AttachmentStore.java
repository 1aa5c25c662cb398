package dev.rowan.engine.call;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The attachments of a run's requests, each once: files named by their SHA-256. Safe for use by several threads.
///
/// What was downloaded also has a file in `urls`, named by the SHA-256 of its address, that holds the one of its
/// content.
public record AttachmentStore(Path folder) {
    private static final String ADDRESSES = "urls";

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

    /// The content that was downloaded from `address`, if it is still there.
    Optional<Payload> at(URI address) throws IOException {
        try {
            return Optional.of(
                    Payload.of(read(Files.readString(reference(address)).strip())));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// A new file to download into.
    Path newPart() throws IOException {
        Files.createDirectories(folder.resolve(ADDRESSES));
        return Files.createTempFile(folder, "download", ".part");
    }

    /// Keeps the downloaded and synced file `part` as the content of `address`.
    void keep(URI address, Path part, String sha256) throws IOException {
        Files.move(part, folder.resolve(sha256), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Path reference = newPart();
        Files.writeString(reference, sha256 + "\n", StandardOpenOption.SYNC);
        Files.move(reference, reference(address), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path reference(URI address) {
        return folder.resolve(ADDRESSES)
                .resolve(Payload.utf8(address.toString()).sha256());
    }

    /// The files of all contents but those `kept`, by SHA-256, and of the addresses that lead to them.
    public List<Path> filesWithout(Set<String> kept) throws IOException {
        var files = new ArrayList<Path>();
        for (Path file : files(folder)) {
            if (!kept.contains(file.getFileName().toString())) {
                files.add(file);
            }
        }
        for (Path reference : files(folder.resolve(ADDRESSES))) {
            if (!kept.contains(Files.readString(reference).strip())) {
                files.add(reference);
            }
        }
        return files;
    }

    private static List<Path> files(Path in) throws IOException {
        if (!Files.isDirectory(in, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(in)) {
            return all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
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
