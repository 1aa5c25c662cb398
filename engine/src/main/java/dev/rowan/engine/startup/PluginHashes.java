package dev.rowan.engine.startup;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Plugin;
import dev.rowan.engine.graph.NodePlugin;
import dev.rowan.engine.pipeline.Pipeline;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The SHA-256 of the jar of each third-party plugin, and of each library that a plugin loads: the same version may
/// be different code.
final class PluginHashes {
    private static final String OURS = "dev.rowan.";

    private PluginHashes() {}

    /// By plugin name; plugins that do not come from a jar are left out.
    static Map<String, String> of(Pipeline pipeline) throws IOException {
        var hashes = new TreeMap<String, String>();
        Stream<Plugin> plugins = Stream.of(
                        pipeline.sources().stream().<Plugin>map(Pipeline.SourceNode::plugin),
                        pipeline.transforms().stream().<Plugin>mapMulti((node, found) -> {
                            if (node.plugin() instanceof NodePlugin.Installed(Plugin plugin)) {
                                found.accept(plugin);
                            }
                        }),
                        pipeline.sinks().stream().<Plugin>map(Pipeline.SinkNode::plugin))
                .flatMap(all -> all);
        for (Plugin plugin : plugins.toList()) {
            if (!plugin.getClass().getName().startsWith(OURS)) {
                Path jar = jar(plugin.getClass());
                if (jar != null) {
                    hashes.put(plugin.name(), Sha256.hex(jar));
                }
            }
        }
        for (Pipeline.SourceNode node : pipeline.sources()) {
            add(node.plugin(), node.source().libraries(), hashes);
        }
        for (Pipeline.SinkNode node : pipeline.sinks()) {
            add(node.plugin(), node.sink().libraries(), hashes);
        }
        return hashes;
    }

    private static void add(Plugin plugin, List<Path> libraries, Map<String, String> hashes) throws IOException {
        for (Path library : libraries) {
            hashes.put(plugin.name() + "/" + library.getFileName(), Sha256.hex(library));
        }
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
}
