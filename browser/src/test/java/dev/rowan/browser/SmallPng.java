package dev.rowan.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/// A PNG with at most 192 colours.
final class SmallPng {
    private static final int COLOURS = 192;
    private static final int ALIKE = 48;

    private SmallPng() {}

    static byte[] of(byte[] png) throws IOException {
        BufferedImage full = ImageIO.read(new ByteArrayInputStream(png));
        List<Integer> palette = palette(full);
        BufferedImage small =
                new BufferedImage(full.getWidth(), full.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model(palette));
        Map<Integer, Integer> places = new HashMap<>();
        for (int y = 0; y < full.getHeight(); y++) {
            for (int x = 0; x < full.getWidth(); x++) {
                int colour = full.getRGB(x, y) & 0xffffff;
                small.getRaster().setSample(x, y, 0, places.computeIfAbsent(colour, c -> nearest(c, palette)));
            }
        }
        return written(small);
    }

    private static byte[] written(BufferedImage image) throws IOException {
        var bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam how = writer.getDefaultWriteParam();
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionQuality(0);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static List<Integer> palette(BufferedImage image) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                counts.merge(image.getRGB(x, y) & 0xffffff, 1, Integer::sum);
            }
        }
        var colours = new ArrayList<>(counts.keySet());
        colours.sort((a, b) -> Integer.compare(counts.getOrDefault(b, 0), counts.getOrDefault(a, 0)));
        var chosen = new ArrayList<Integer>();
        for (int colour : colours) {
            if (chosen.size() < COLOURS && chosen.stream().allMatch(other -> distance(colour, other) > ALIKE)) {
                chosen.add(colour);
            }
        }
        return chosen;
    }

    private static IndexColorModel model(List<Integer> palette) {
        var red = new byte[palette.size()];
        var green = new byte[palette.size()];
        var blue = new byte[palette.size()];
        for (int i = 0; i < palette.size(); i++) {
            int colour = palette.get(i);
            red[i] = (byte) (colour >> 16);
            green[i] = (byte) (colour >> 8);
            blue[i] = (byte) colour;
        }
        return new IndexColorModel(8, palette.size(), red, green, blue);
    }

    private static int nearest(int colour, List<Integer> palette) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < palette.size(); i++) {
            int distance = distance(colour, palette.get(i));
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }

    private static int distance(int a, int b) {
        int red = ((a >> 16) & 255) - ((b >> 16) & 255);
        int green = ((a >> 8) & 255) - ((b >> 8) & 255);
        int blue = (a & 255) - (b & 255);
        return red * red + green * green + blue * blue;
    }
}
