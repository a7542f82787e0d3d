# SPDX-License-Identifier: Apache-2.0
"""How good a sign detector of integer weights is: on patches, by size, and on whole streets and photographs;
and the threshold, which the validation part chooses."""
import numpy as np

import read_out
import sign_patches
import sources
import speed_sign

BANDS = ((20, 22.5), (22.5, 25), (25, 27.5), (27.5, 30))  # pixels of a sign's width in the window
EACH, WITHOUT = 200, 1200  # patches of each band, and without a sign
LOWEST, HIGHEST = 90, 250  # thresholds that are looked at
FALSE_BOXES, FALSE_SHARE = 0.1, 0.002  # a tenth and a fifth of what is allowed in the test


class Patches:
    """Drawn ones of a part: `with_sign`, those of each band, and `without`."""

    def __init__(self, part, seed, size=1.0):
        random = np.random.default_rng([seed, speed_sign.STREETS[part]])
        grounds, fonts = sources.photographs(part), sources.fonts(part)
        each, without = max(int(EACH * size), 4), max(int(WITHOUT * size), 4)
        self.with_sign = [np.stack([sign_patches.with_sign(grounds, fonts, random, random.uniform(*band))[0]
                                    for _ in range(each)]) for band in BANDS]
        self.without = np.stack([sign_patches.without(grounds, fonts, random)[0] for _ in range(without)])


class Scored:
    """The scores of a network on patches and on pictures, from which any threshold's result follows."""

    def __init__(self, net, model, patches, streets, photographs):
        self.model = model
        self.patches = [net.scores(band)[:, 0] for band in patches.with_sign]
        self.without = net.scores(patches.without)[:, 0]
        self.pictures = []
        for picture, signs in [(scene.picture, scene.signs) for scene in streets] + \
                              [(photograph, []) for photograph in photographs]:
            found = []
            for number, scale in enumerate(model["scales"]):
                part = read_out.resampled(picture, scale)
                if min(part.shape) >= sign_patches.WINDOW:
                    lowest = model | {"threshold": LOWEST}
                    found += read_out.candidates(net.map_of(part), scale, number, lowest, picture.shape)
            self.pictures.append((found, signs))

    def patch_rates(self, threshold):
        """Recall of each band, share of false ones."""
        return [float((band >= threshold).mean()) for band in self.patches], \
            float((self.without >= threshold).mean())

    def boxes(self, threshold, number):
        found = [one for one in self.pictures[number][0] if one[0] >= threshold]
        return [dict(zip(("x", "y", "width", "height"), one[4])) | {"score": one[0]}
                for one in read_out.suppressed(found, self.model["overlap"])]

    def counts(self, threshold):
        """(signs found, false boxes, signs) of all pictures"""
        judged = [read_out.judged(self.boxes(threshold, number), signs)
                  for number, (_, signs) in enumerate(self.pictures)]
        return sum(one[0] for one in judged), sum(one[1] for one in judged), \
            sum(len(signs) for _, signs in self.pictures)

    def best_threshold(self):
        """The lowest one with at most FALSE_BOXES in a picture and FALSE_SHARE of the patches: from there on
        a higher one only misses more signs. The highest of all if there is none."""
        for threshold in range(LOWEST, HIGHEST):
            if self.counts(threshold)[1] <= FALSE_BOXES * len(self.pictures) and \
                    self.patch_rates(threshold)[1] <= FALSE_SHARE:
                return threshold
        return HIGHEST

    def told(self, threshold):
        """For model.json"""
        recalls, false_share = self.patch_rates(threshold)
        found, false, signs = self.counts(threshold)
        return {"patches": {"with_sign": sum(map(len, self.patches)), "without": len(self.without),
                            "recall": round(float(np.mean(recalls)), 4), "false": round(false_share, 4),
                            "recall_by_width": {f"{low:g} to {high:g}": round(recall, 4)
                                                for (low, high), recall in zip(BANDS, recalls)}},
                "pictures": {"pictures": len(self.pictures), "signs": signs, "found": found,
                             "false_boxes": false}}
