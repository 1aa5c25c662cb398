package dev.rowan.engine.startup;

import dev.rowan.api.plugin.Plugin;
import dev.rowan.engine.pipeline.Pipeline;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The SHA-256 of the jar of each third-party plugin: the same version may be different code.
final class PluginHashes {
    private static final String OURS = "dev.rowan.";

    private PluginHashes() {}

    /// By plugin name; plugins that do not come from a jar are left out.
    static Map<String, String> of(Pipeline pipeline) throws IOException {
        var hashes = new TreeMap<String, String>();
        Stream<Plugin> plugins = Stream.of(
                        Stream.<Plugin>of(pipeline.source().plugin()),
                        pipeline.transforms().stream().<Plugin>map(Pipeline.TransformNode::plugin),
                        pipeline.sinks().stream().<Plugin>map(Pipeline.SinkNode::plugin))
                .flatMap(all -> all);
        for (Plugin plugin : plugins.toList()) {
            if (!plugin.getClass().getName().startsWith(OURS)) {
                Path jar = jar(plugin.getClass());
                if (jar != null) {
                    hashes.put(plugin.name(), sha256(jar));
                }
            }
        }
        return hashes;
    }

    private static @Nullable Path jar(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            Path place = source == null ? null : Path.of(source.getLocation().toURI());
            return place != null && Files.isRegularFile(place) ? place : null;
        } catch (URISyntaxException | IllegalArgumentException _) {
            return null; // no file
        }
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            var digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }
}
